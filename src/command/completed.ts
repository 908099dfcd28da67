import type { Option } from '#platform/config'
import type { Command } from './flags.ts'
import { isListed } from './help.ts'
import { options, optionTexts } from './options.ts'

/** What a shell offers for a value. */
export type Offered = { readonly kind: 'nothing' | 'file' | 'folder' } | { readonly kind: 'choice'; words: string[] }

export interface CompletedOption {
  /** Without dashes. */
  readonly name: string
  /** Placeholder; undefined for switches. */
  readonly value: string | undefined
  /** The first sentence of its help. */
  readonly doc: string
  readonly offered: Offered
}

/** What a shell needs to know about a command. */
export interface CompletedCommand {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  readonly takes: readonly { readonly name: string; readonly offered: Offered }[]
}

export function completedBy(command: Command): CompletedCommand {
  const { name, summary, flags, takes = [] } = command
  const own = Object.entries(flags).map(([flag, { value, doc }]) => ({
    name: flag,
    value,
    doc: firstSentence(doc),
    offered: offeredFor(value),
  }))
  const ofServer = optionTexts
    .filter((one) => isListed(command, one) && !Object.hasOwn(flags, one.flag.slice(2)))
    .map((one) => ({
      name: one.flag.slice(2),
      value: one.value,
      doc: firstSentence(one.doc),
      offered: choicesOf(options[one.name as keyof typeof options]) ?? offeredFor(one.value),
    }))
  const help = { name: 'help', value: undefined, doc: 'Show the help', offered: { kind: 'nothing' } as const }
  return {
    name,
    summary,
    options: [...own, ...ofServer, help],
    takes: takes.map((one) => ({ name: one, offered: offeredFor(one) })),
  }
}

const firstSentence = (doc: string): string => /^.*?(?=[.:;](?:\s|$)|$)/s.exec(doc)?.[0] ?? doc

/** By the placeholder: `FILE`, `DIR`, or choices such as `on|off`. */
function offeredFor(value: string | undefined): Offered {
  if (value === undefined) return { kind: 'nothing' }
  const parts = value.split('|')
  if (parts.some((part) => part === 'DIR' || part === 'FOLDER')) return { kind: 'folder' }
  if (parts.includes('FILE')) return { kind: 'file' }
  const words = parts.filter((part) => /^[a-z][a-z-]*$/.test(part))
  return words.length > 0 ? { kind: 'choice', words } : { kind: 'nothing' }
}

/** The values of an option that has a fixed set of them. */
function choicesOf({ schema }: Option): Offered | undefined {
  const inner = 'unwrap' in schema ? (schema.unwrap as () => unknown)() : schema
  const words = (inner as { options?: unknown }).options
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) return undefined
  return { kind: 'choice', words }
}
