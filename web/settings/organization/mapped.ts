import type { Saving } from '../../controls/saving.ts'

/** Converts a saved value, such as a number that stands for none. */
export const mapped = <A, B>(saving: Saving<A>, to: (value: A) => B, from: (value: B) => A): Saving<B> => ({
  ...saving,
  value: to(saving.value),
  known: to(saving.known),
  run: (value) => saving.run(from(value)),
})
