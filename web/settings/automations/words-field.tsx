import { useSignal } from '@preact/signals'
import { entriesIn } from '../../controls/entries.ts'
import { a } from '../../texts/automations.ts'
import { TextInput } from './text-input.tsx'

interface Props {
  readonly words: readonly string[]
  readonly help: string
  change(words: readonly string[]): void
}

/** Includes commas used in other scripts. */
const comma = /[,،、，\n]/

const wordsIn = (text: string): string[] => [...new Set(entriesIn(text, comma))]

export function WordsField({ words, help, change }: Props) {
  const text = useSignal(words.join(', '))
  // another condition's words, after one was removed
  const isOutdated = wordsIn(text.value).join() !== words.join()
  return (
    <TextInput
      label={a.words}
      help={help}
      value={isOutdated ? words.join(', ') : text.value}
      change={(value) => {
        text.value = value
        change(wordsIn(value))
      }}
    />
  )
}
