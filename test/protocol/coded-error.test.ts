import { expect, it } from 'vitest';
import { CodedError } from '../../src/protocol/coded-error.ts';

class SeatTakenError extends CodedError<'SEAT_TAKEN'> {
  constructor(seat: string, options?: ErrorOptions) {
    super('SEAT_TAKEN', `Seat ${seat} is taken.`, options);
  }
}

it('carries its code, the name of its class and its cause', () => {
  const cause = new Error('full');
  const error = new SeatTakenError('3A', { cause });
  expect(error).toMatchObject({ code: 'SEAT_TAKEN', name: 'SeatTakenError', message: 'Seat 3A is taken.', cause });
  expect(error).toBeInstanceOf(CodedError);
  expect(error).toBeInstanceOf(Error);
});
