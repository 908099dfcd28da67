import { signal } from '@preact/signals'
import { s } from '../texts/settings.ts'
import type { Saving } from './saving.ts'
import { useField } from './setting.tsx'

/** What is typed and not saved, by the id of its setting: it is still there for who looks at another page meanwhile. */
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
  /** What somebody else has made of it since one began to type. */
  readonly other: string | undefined
  type(text: string): void
  save(): Promise<void>
  discard(): void
}

/** A text that is typed and then saved; of what is refused nothing is lost. */
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
      // what was typed meanwhile is newer
      if (taken && typedTexts.peek().get(id)?.text === text) keep(id, undefined)
    },
  }
}

/** The words for what somebody else has made of it. */
export const otherText = (other: string): string =>
  other === '' ? s.emptiedMeanwhile : s.changedMeanwhile(other.length > 80 ? `${other.slice(0, 80)}…` : other)
