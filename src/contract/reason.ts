import type { z } from 'zod'

/** One short phrase for what is wrong with a value, with the way to the place inside it. */
export function reason(error: z.core.$ZodError): string {
  let issue = error.issues[0]
  const path = [...(issue?.path ?? [])]
  while (issue?.code === 'invalid_union') {
    const branch: z.core.$ZodIssue[] | undefined = issue.errors.toSorted(
      (a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0),
    )[0]
    if (!branch?.[0]) break
    issue = branch[0]
    path.push(...issue.path)
  }
  const where = path.map((part) => (typeof part === 'number' ? `[${part}]` : `["${String(part)}"]`)).join('')
  return where ? `${where} ${issue?.message}` : (issue?.message ?? 'invalid value')
}
