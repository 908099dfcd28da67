/**
 * The language closest to a tag: `de` for `de-AT`, `pt-BR` for `pt`, `zh-Hans` for `zh-CN`; one in another script is better
 * than none. Undefined if no language fits. Underscores in tags are as good as hyphens.
 */
export function closestLanguage(tag: string, languages: readonly string[]): string | undefined {
  const wanted = maximized(tag)
  const score = (language: string): number => {
    const one = maximized(language)
    if (!wanted || one?.language !== wanted.language) return 0
    return 1 + (one.script === wanted.script ? 2 : 0) + (one.region === wanted.region ? 1 : 0)
  }
  const [best] = languages
    .map((language) => ({ language, score: score(language) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
  return best?.language
}

/** Adds the script and region that a tag omits. */
function maximized(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).maximize()
  } catch {
    return undefined
  }
}
