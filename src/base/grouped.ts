/** The members of each group, in the order in which the groups begin. Those without one stand together, too. */
export function grouped<T extends { readonly group?: string | undefined }>(
  all: readonly T[],
): readonly { readonly group: string | undefined; readonly members: readonly T[] }[] {
  const groups = new Map<string | undefined, T[]>();
  for (const one of all) {
    const members = groups.get(one.group);
    if (members) members.push(one);
    else groups.set(one.group, [one]);
  }
  return [...groups].map(([group, members]) => ({ group, members }));
}
