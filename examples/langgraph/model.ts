/** Stands for a model: it books flights, and understands nothing else. */
export const model = {
  wantsFlight: (said: string) => /\b(book|fly)\b/i.test(said),
  reply(said: string, flight: string | undefined, seat: string | undefined): string {
    if (flight !== undefined && seat !== undefined) return `You fly ${flight} in seat ${seat}. Have a good trip!`;
    return model.wantsFlight(said) ? 'Nothing is booked.' : 'As you like. I can book you a flight.';
  },
};
