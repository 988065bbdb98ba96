/** The words of `PickRow` and `PickRows`, besides those of a `ChoiceList`. */
export interface PickRowsMessages {
  selectAll: string;
  /** Before the sums of the chosen rows. */
  total: string;
}

/** The English words. */
export const words: PickRowsMessages = {
  selectAll: 'Select all',
  total: 'Total',
};
