import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The tests that install several projects or build whole apps begin first. Otherwise the last keeps one core idle. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const isSlow = ({ moduleId }: TestSpecification) => /\/test\/package\/(recipe-|example-|floors)/.test(moduleId);
