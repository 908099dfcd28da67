import { linesInCode } from './formatting.ts'

/** The text without code, where mentions don't work. */
export function withoutCode(text: string): string {
  const isCode = linesInCode(text)
  const lines = text.split('\n').filter((_line, index) => !isCode[index])
  return lines.join('\n').replace(/`[^`\n]+`/g, '')
}
