/**
 * What a module of texts has to be in another language: every text that the English one has, no other, and each made of the
 * same things.
 */
export type Translated<T> = T extends string
  ? string
  : T extends (...args: infer Given) => infer Said
    ? (...args: Given) => Translated<Said>
    : T extends number | boolean | null | undefined
      ? T
      : { readonly [Key in keyof T]: Translated<T[Key]> }
