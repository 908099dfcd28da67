import { ChannelIdOut, event, int, state, UserIdOut, z } from '#contract'

/** The command of an automation that's turned on, or of a bot. */
const SlashCommand = z.object({
  /** Null for a bot's command. */
  automation_id: int.nullable(),
  /** The outgoing webhook bot; null for an automation's command. */
  bot_id: UserIdOut.nullable(),
  /** Without the slash. */
  command: z.string(),
  /** The automation's name; empty for a bot's command. */
  name: z.string(),
  /** What to enter after the command; can be empty. */
  hint: z.string(),
  /** The only channel where it works; null for all channels that aren't private. */
  stream_id: ChannelIdOut.nullable(),
})
export type SlashCommand = z.infer<typeof SlashCommand>
export type SlashCommandFacts = z.input<typeof SlashCommand>

/** New and changed commands. */
export const slashCommandsAdded = event('slash_commands', 'add', { slash_commands: z.array(SlashCommand) })
export const slashCommandsRemoved = event('slash_commands', 'remove', {
  automation_ids: z.array(int),
  /** Bots whose commands were removed. */
  bot_ids: z.array(UserIdOut),
})

type Ids = Pick<SlashCommand, 'automation_id' | 'bot_id'>

const isRemoved = ({ automation_id, bot_id }: Ids, automationIds: readonly number[], botIds: readonly number[]) =>
  automation_id === null ? bot_id !== null && botIds.includes(bot_id) : automationIds.includes(automation_id)

export const byCommand = (a: { command: string }, b: { command: string }): number => (a.command < b.command ? -1 : 1)

/** Commands of the organization, its bots, and subscribed channels, sorted by command. */
export const slashCommands = state('slash_commands', z.array(SlashCommand))
  .on(slashCommandsAdded, (list, { slash_commands }) => {
    const names = slash_commands.map(({ command }) => command)
    const automationIds = slash_commands.flatMap(({ automation_id }) => automation_id ?? [])
    const unchanged = list.filter(
      (command) => !isRemoved(command, automationIds, []) && !names.includes(command.command),
    )
    return [...unchanged, ...slash_commands].sort(byCommand)
  })
  .on(slashCommandsRemoved, (list, { automation_ids, bot_ids }) =>
    list.filter((command) => !isRemoved(command, automation_ids, bot_ids)),
  )
