import { keptChoice, textsOf } from '../store/kept-choice.ts'

export const [foldedSections, keepFolded] = keptChoice<ReadonlySet<string>>(
  'folded sections',
  (text) => new Set(textsOf(JSON.parse(text ?? '[]'))),
  (keys) => JSON.stringify([...keys]),
)

export function toggleSection(key: string): void {
  const next = new Set(foldedSections.peek())
  if (!next.delete(key)) next.add(key)
  keepFolded(next)
}
