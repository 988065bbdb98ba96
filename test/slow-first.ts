import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The tests that install and build whole apps begin first. Otherwise the last of them keeps one core idle. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const isSlow = ({ moduleId }: TestSpecification) => /\/test\/package\/(recipe|example)-/.test(moduleId);
