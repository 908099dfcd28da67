import { maxCommandLength } from './limits.ts'

/** Commands that Loquat's own client runs instead of sending a message. */
export const clientCommands = ['call', 'dnd', 'mute', 'remind', 'status'] as const
/** Commands that are part of the message syntax. */
const messageCommands = ['me', 'poll', 'todo'] as const
const builtInCommands: ReadonlySet<string> = new Set([...clientCommands, ...messageCommands])

const command = /^\s*\/(\p{L}[\p{L}\d_-]*)(?!\S)/u

/** The command name at the start of a text, even if there's no such command. Lowercase, because phones capitalize it. */
export const commandName = (text: string): string | undefined => command.exec(text)?.[1]?.toLowerCase()

/** Parses the command at the start of a text. */
export function slashIn(text: string): { readonly name: string; readonly text: string } | undefined {
  const name = commandName(text)
  return name === undefined ? undefined : { name, text: text.replace(/^\s*\S+/, '').trim() }
}

export const isBuiltInCommand = (name: string): boolean => builtInCommands.has(name)

/** Whether it's a valid name for an automation's command, regardless of existing commands. */
export const isCommandName = (name: string): boolean =>
  commandName(`/${name}`) === name && [...name].length <= maxCommandLength

interface Scope {
  /** The automation's channel; null for the organization. */
  readonly stream_id: number | null
}

/** A channel's commands work only there; the organization's work in all channels that aren't private. */
export const worksIn = (
  { stream_id }: Scope,
  channel: { readonly id: number; readonly isPrivate: boolean },
): boolean => (stream_id === null ? !channel.isPrivate : stream_id === channel.id)
