import { computed } from '@preact/signals'
import { startAutomation } from '../../src/features/automations/automations/api.ts'
import { worksIn } from '../../src/features/automations/automations/command-rules.ts'
import { maxCommandTextLength } from '../../src/features/automations/automations/limits.ts'
import type { SlashCommand as AutomationCommand } from '../../src/features/automations/automations/states.ts'
import { automationCommands } from '../compose/slash/automation-commands.ts'
import type { SlashCommand } from '../compose/slash/slash-command.ts'
import type { Target } from '../narrow/target.ts'
import { toast } from '../parts/toast.ts'
import { channel } from '../store/channels.ts'
import { t } from '../texts/slash.ts'
import { api } from '../transport/api.ts'

/** Where to start it; undefined if the command doesn't work there. */
function placeFor(command: AutomationCommand, target: Target | undefined) {
  if (target?.kind !== 'topic' || target.channelId === undefined) return undefined
  const one = channel(target.channelId)
  if (!one || !worksIn(command, { id: one.stream_id, isPrivate: one.invite_only })) return undefined
  return { stream_id: one.stream_id, topic: target.topic.trim() }
}

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

const toSlashCommand = (one: AutomationCommand): SlashCommand => ({
  name: one.command,
  description: one.hint === '' ? one.name : `${one.name} · ${one.hint}`,
  hint: one.hint || t.willStart(one.name),
  isOffered: (target) => placeFor(one, target) !== undefined,
  plan({ text, target }) {
    const place = placeFor(one, target)
    if (!place)
      return { problem: one.stream_id === null ? t.onlyInPublic : t.onlyIn(`#${channel(one.stream_id)?.name ?? ''}`) }
    const more = [...text].length - maxCommandTextLength
    if (more > 0) return { problem: t.tooLong(more) }
    return {
      effect: text === '' && one.hint !== '' ? one.hint : t.willStart(one.name),
      async run() {
        await start({ automation_id: one.automation_id, ...place, text })
        toast(t.started(one.name))
      },
    }
  },
})

export const automationSlashCommands = computed(() => (automationCommands.value ?? []).map(toSlashCommand))
