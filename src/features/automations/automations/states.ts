import { ChannelIdOut, event, int, state, z } from '#contract'

/** The command of an automation that's turned on. */
const SlashCommand = z.object({
  automation_id: int,
  /** Without the slash. */
  command: z.string(),
  /** The automation's name. */
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
export const slashCommandsRemoved = event('slash_commands', 'remove', { automation_ids: z.array(int) })

const without = (list: readonly SlashCommand[], ids: readonly number[]): SlashCommand[] =>
  list.filter(({ automation_id }) => !ids.includes(automation_id))

/** Commands of the organization and of subscribed channels, sorted by ID. */
export const slashCommands = state('slash_commands', z.array(SlashCommand))
  .on(slashCommandsAdded, (list, { slash_commands }) => {
    const kept = without(
      list,
      slash_commands.map(({ automation_id }) => automation_id),
    )
    return [...kept, ...slash_commands].sort((one, other) => one.automation_id - other.automation_id)
  })
  .on(slashCommandsRemoved, (list, { automation_ids }) => without(list, automation_ids))
