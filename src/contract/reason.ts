import type { z } from 'zod'

/** How well a value matched one choice of a union: deeper issues match better, and so do values of the right type. */
const nearness = ([issue]: z.core.$ZodIssue[]): number =>
  issue ? 2 * issue.path.length + (issue.code === 'invalid_type' ? 0 : 1) : 0

/** A short description of what's wrong with a value, with the path inside it. */
export function reason(error: z.core.$ZodError): string {
  let issue = error.issues[0]
  const path = [...(issue?.path ?? [])]
  while (issue?.code === 'invalid_union') {
    const branch: z.core.$ZodIssue[] | undefined = issue.errors.toSorted((a, b) => nearness(b) - nearness(a))[0]
    if (!branch?.[0]) break
    issue = branch[0]
    path.push(...issue.path)
  }
  const where = path.map((part) => (typeof part === 'number' ? `[${part}]` : `["${String(part)}"]`)).join('')
  return where ? `${where} ${issue?.message}` : (issue?.message ?? 'invalid value')
}
