export const isFieldName = (name: string): boolean => /^[a-z][a-z0-9_]*$/.test(name)

interface FormStep {
  readonly kind: string
  readonly to?: string
  readonly fields?: readonly { readonly name: string }[]
}

/** Placeholders for the answers to the forms of earlier steps. */
export function formPlaceholdersOf(earlier: readonly FormStep[]): string[] {
  const asks = earlier.filter(({ kind }) => kind === 'ask')
  const names = asks.flatMap(({ to, fields = [] }) => (to === 'group' ? [] : fields.map(({ name }) => `form.${name}`)))
  return [...names, ...(asks.some(({ to }) => to === 'group') ? ['answers', 'missing'] : [])]
}

/** Placeholders that earlier steps add. */
export const stepPlaceholders = (earlier: readonly FormStep[]): string[] => [
  ...(earlier.some(({ kind }) => kind === 'approve') ? ['approver'] : []),
  ...formPlaceholdersOf(earlier),
  ...(earlier.some(({ kind }) => kind === 'call') ? ['call.PATH'] : []),
]
