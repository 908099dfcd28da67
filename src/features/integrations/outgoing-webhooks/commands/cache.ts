import type { UserId } from '#contract'
import { cache } from '#platform/organization'
import {
  type SlashCommandFacts,
  slashCommandsAdded,
  slashCommandsRemoved,
} from '../../../messages/slash-commands/states.ts'
import * as store from './store.ts'

export type BotCommandFacts = SlashCommandFacts & { readonly bot_id: UserId }

export const factsOf = ({ bot_id, command, hint }: Pick<store.StoredCommand, 'bot_id' | 'command' | 'hint'>) =>
  ({ automation_id: null, bot_id, command, name: '', hint, stream_id: null }) satisfies BotCommandFacts

const isOfBot = (command: SlashCommandFacts): command is BotCommandFacts => command.bot_id !== null

/** Bots' commands by name, because each message may begin with one. */
export const botCommandsCache = cache<Map<string, BotCommandFacts>>({
  name: 'bot commands',
  async load(tx, orgId) {
    return new Map((await store.list(tx, orgId)).map((row) => [row.command, factsOf(row)]))
  },
}).on([slashCommandsAdded, slashCommandsRemoved], (commands, events) => () => {
  for (const { op, payload } of events) {
    if (op === 'add') for (const added of payload.slash_commands.filter(isOfBot)) commands.set(added.command, added)
    else
      for (const { command, bot_id } of commands.values())
        if (payload.bot_ids.includes(bot_id)) commands.delete(command)
  }
})
