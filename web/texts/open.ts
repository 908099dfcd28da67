/** Texts of which some, by `Keys`, are looked up by values that the client may not know: then they're undefined. */
export type Open<Texts, Keys extends keyof Texts> = Omit<Texts, Keys> & {
  readonly [Key in Keys]: Readonly<Record<string, Texts[Key][keyof Texts[Key]]>>
}
