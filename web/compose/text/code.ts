import { linesInCode } from './formatting.ts'

/** A text without its code, in which nobody is named. */
export function withoutCode(text: string): string {
  const isCode = linesInCode(text)
  const lines = text.split('\n').filter((_line, index) => !isCode[index])
  return lines.join('\n').replace(/`[^`\n]+`/g, '')
}
