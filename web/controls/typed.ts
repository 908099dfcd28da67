import { signal } from '@preact/signals'
import { s } from '../texts/settings.ts'
import type { Saving } from './saving.ts'
import { useField } from './setting.tsx'

/** Unsaved text by setting id, kept while the user visits other pages. */
const typedTexts = signal<ReadonlyMap<string, { readonly text: string; readonly known: string }>>(new Map())

function keep(id: string, entry: { text: string; known: string } | undefined): void {
  const next = new Map(typedTexts.peek())
  if (entry) next.set(id, entry)
  else next.delete(id)
  typedTexts.value = next
}

export interface Typed {
  readonly text: string
  readonly isChanged: boolean
  /** The new value, if it was changed elsewhere while the user was typing. */
  readonly other: string | undefined
  type(text: string): void
  save(): Promise<void>
  discard(): void
}

/** Text that is typed, then saved; it's kept if saving fails. */
export function useTyped(saving: Saving<string>): Typed {
  const { id } = useField()
  const entry = typedTexts.value.get(id)
  const text = entry?.text ?? saving.value
  const isChanged = entry !== undefined && entry.text !== saving.value
  const isOther = isChanged && saving.state !== 'saving' && entry.known !== saving.known && entry.text !== saving.known
  return {
    text,
    isChanged,
    other: isOther ? saving.known : undefined,
    type: (next) => keep(id, { text: next, known: entry?.known ?? saving.known }),
    discard: () => keep(id, undefined),
    async save() {
      if (!isChanged || saving.state === 'saving') return
      const taken = await saving.run(text)
      // text typed in the meantime is newer
      if (taken && typedTexts.peek().get(id)?.text === text) keep(id, undefined)
    },
  }
}

export const otherText = (other: string): string =>
  other === '' ? s.clearedConcurrently : s.changedConcurrently(other.length > 80 ? `${other.slice(0, 80)}…` : other)
