import { addSlashCommands, setDynamicSlashCommands } from '../compose/slash/slash-registry.ts'
import { automationSlashCommands } from './automations.ts'
import { call } from './call.ts'
import { dnd } from './dnd.ts'
import { me } from './me.ts'
import { mute } from './mute.ts'
import { poll } from './poll.ts'
import { remind } from './remind.ts'
import { status } from './status.ts'
import { todo } from './todo.ts'

// registers the commands when this module is loaded
addSlashCommands([call, dnd, me, mute, poll, remind, status, todo])
setDynamicSlashCommands(automationSlashCommands)
