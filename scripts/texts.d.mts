/** Every module of texts of a language, by its subject; what each exports is called as in English. */
export function textsOf(language: string): Promise<Map<string, Readonly<Record<string, unknown>>>>
/** Texts that stand in the source of a view itself. */
export function textsInView(source: string): string[]
/** What the texts of a language lack, in words. */
export function lacking(
  language: string,
  theirs: Awaited<ReturnType<typeof textsOf>>,
  english: Awaited<ReturnType<typeof textsOf>>,
): string[]
