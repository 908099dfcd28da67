import type { z } from 'zod'

/** How far a value came with one of several choices: deeper inside is further, and so is being of the right kind. */
const nearness = ([issue]: z.core.$ZodIssue[]): number =>
  issue ? 2 * issue.path.length + (issue.code === 'invalid_type' ? 0 : 1) : 0

/** One short phrase for what is wrong with a value, with the way to the place inside it. */
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
