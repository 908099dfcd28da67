import { type Feature, initial } from '#platform/serve'
import { visibleSlashCommands } from './serialize.ts'
import * as states from './states.ts'

/** The list of slash commands, to which automations and bots add theirs. */
export const slashCommandsFeature: Feature = {
  name: 'slash-commands',
  api: [states],
  state: [initial(states.slashCommands, async (_tx, viewer, { org }) => visibleSlashCommands(org, viewer))],
}
