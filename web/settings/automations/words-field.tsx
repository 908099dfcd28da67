import { useSignal } from '@preact/signals'
import { maxTriggerWords } from '../../../src/features/automations/automations/limits.ts'
import { entriesIn } from '../../controls/entries.ts'
import { a } from '../../texts/automations.ts'
import { TextInput } from './text-input.tsx'

interface Props {
  readonly words: readonly string[]
  change(words: readonly string[]): void
}

/** Includes commas used in other scripts. */
const comma = /[,،、，\n]/

const wordsIn = (text: string): string[] => [...new Set(entriesIn(text, comma))]

export function WordsField({ words, change }: Props) {
  const text = useSignal(words.join(', '))
  return (
    <TextInput
      label={a.words}
      help={a.wordsHelp(maxTriggerWords)}
      value={text.value}
      change={(value) => {
        text.value = value
        change(wordsIn(value))
      }}
    />
  )
}
