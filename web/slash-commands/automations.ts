import { computed } from '@preact/signals'
import { startAutomation } from '../../src/features/automations/automations/api.ts'
import { callBotCommand } from '../../src/features/integrations/outgoing-webhooks/commands/api.ts'
import { worksIn } from '../../src/features/messages/slash-commands/command-rules.ts'
import { maxCommandTextLength } from '../../src/features/messages/slash-commands/limits.ts'
import type { SlashCommand as AutomationCommand } from '../../src/features/messages/slash-commands/states.ts'
import { automationCommands } from '../compose/slash/automation-commands.ts'
import type { SlashCommand } from '../compose/slash/slash-command.ts'
import type { Target } from '../narrow/target.ts'
import { toast } from '../parts/toast.ts'
import { channel } from '../store/channels.ts'
import { nameOf } from '../store/people.ts'
import { t } from '../texts/slash.ts'
import { api } from '../transport/api.ts'

/** Where to start it; undefined if the command doesn't work there. */
function placeFor(command: AutomationCommand, target: Target | undefined) {
  if (target?.kind !== 'topic' || target.channelId === undefined) return undefined
  const targetChannel = channel(target.channelId)
  if (!targetChannel || !worksIn(command, { id: targetChannel.stream_id, isPrivate: targetChannel.invite_only }))
    return undefined
  return { stream_id: targetChannel.stream_id, topic: target.topic.trim() }
}

/** What an automation or bot is called. */
const labelOf = ({ name, bot_id }: AutomationCommand): string => (bot_id === null ? name : nameOf(bot_id))

/** Unlike `randomUUID`, this works without HTTPS. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** The last attempt and its key. Retrying after a lost response reuses the key, so it doesn't start a second run. */
let attempt: { readonly request: string; readonly key: string } | undefined

async function start(params: { automation_id: number; stream_id: number; topic: string; text: string }): Promise<void> {
  const request = JSON.stringify(params)
  if (attempt?.request !== request) attempt = { request, key: newKey() }
  await api.call(startAutomation, { ...params, idempotency_key: attempt.key })
  attempt = undefined
}

interface Place {
  readonly stream_id: number
  readonly topic: string
}

async function enter({ automation_id, bot_id, command }: AutomationCommand, place: Place, text: string): Promise<void> {
  if (automation_id !== null) await start({ automation_id, ...place, text })
  else if (bot_id !== null) await api.call(callBotCommand, { bot_id, command, ...place, text })
}

function toSlashCommand(automation: AutomationCommand): SlashCommand {
  const label = labelOf(automation)
  const [willStart, started] =
    automation.bot_id === null ? [t.willStart(label), t.started(label)] : [t.willSendToBot(label), t.sentToBot(label)]
  return {
    name: automation.command,
    description: automation.hint === '' ? label : `${label} · ${automation.hint}`,
    hint: automation.hint || willStart,
    isOffered: (target) => placeFor(automation, target) !== undefined,
    plan({ text, target }) {
      const place = placeFor(automation, target)
      if (!place)
        return {
          problem:
            automation.stream_id === null ? t.onlyInPublic : t.onlyIn(`#${channel(automation.stream_id)?.name ?? ''}`),
        }
      const excess = [...text].length - maxCommandTextLength
      if (excess > 0) return { problem: t.tooLong(excess) }
      return {
        effect: text === '' && automation.hint !== '' ? automation.hint : willStart,
        async run() {
          await enter(automation, place, text)
          toast(started)
        },
      }
    },
  }
}

export const automationSlashCommands = computed(() => (automationCommands.value ?? []).map(toSlashCommand))
