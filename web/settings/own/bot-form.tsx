import { useSignal } from '@preact/signals'
import { asUserId, botTypes, type UserId } from '#contract'
import { setBotCommands } from '../../../src/features/integrations/outgoing-webhooks/commands/api.ts'
import { createBot, getBotApiKey, updateBot } from '../../../src/features/people/users/bot-api.ts'
import {
  type Bot,
  botLimits,
  type ServiceInterface,
  serviceInterfaces,
} from '../../../src/features/people/users/bot-wire.ts'
import { canGiveBotTo } from '../../../src/features/people/users/rules.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { PeopleField } from '../../channel-browser/people-field.tsx'
import { PayloadFormatField } from '../../controls/payload-format-field.tsx'
import { PictureField } from '../../controls/picture-field.tsx'
import { Avatar } from '../../entities/avatar.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { Form } from '../../parts/form.tsx'
import { oneself } from '../../permissions/own-facts.ts'
import { channels } from '../../store/channels.ts'
import { part } from '../../store/connection.ts'
import { ownId, people, person } from '../../store/people.ts'
import { bots as t } from '../../texts/bots.ts'
import { nameOrder } from '../../texts/locale.ts'
import { api } from '../../transport/api.ts'
import { sendFile } from '../../transport/files.ts'
import { CommandsField, commandLines, commandsIn } from './bot-commands.tsx'

interface DialogOptions {
  /** The bot to edit; absent for a new one. */
  readonly bot?: User
  readonly detail?: Bot
  /** Otherwise only bots that post. */
  readonly canMakeAny?: boolean
}
type Kind = (typeof botTypes)[keyof typeof botTypes]

const pictureWidth = 512
const domain = part<string>('realm_bot_domain')
const kinds: readonly Kind[] = [botTypes.generic, botTypes.incomingWebhook, botTypes.outgoingWebhook]

export function openBotForm(asked: DialogOptions): void {
  void openDialog({ title: asked.bot ? t.editing(asked.bot.full_name) : t.make }, (close) => (
    <BotForm {...asked} close={close} />
  ))
}

function BotForm({ bot, detail, canMakeAny = true, close }: DialogOptions & { close: () => void }) {
  const service = detail?.services[0]
  const name = useSignal(bot?.full_name ?? '')
  const shortName = useSignal('')
  const kind = useSignal<Kind>((bot?.bot_type as Kind) ?? (canMakeAny ? botTypes.generic : botTypes.incomingWebhook))
  const url = useSignal(service?.base_url ?? '')
  const form = useSignal<ServiceInterface>((service?.interface as ServiceInterface) ?? serviceInterfaces.own)
  const sends = useSignal(detail?.default_sending_stream ?? '')
  const hears = useSignal(detail?.default_events_register_stream ?? '')
  const hearsAll = useSignal(detail?.default_all_public_streams ?? false)
  const owner = useSignal(bot?.bot_owner_id ?? ownId.value)
  const field = useFirstFocus<HTMLInputElement>()
  const isOutgoing = kind.value === botTypes.outgoingWebhook
  const known = {
    full_name: name.value.trim(),
    default_sending_stream: sends.value,
    default_events_register_stream: hears.value,
    default_all_public_streams: hearsAll.value,
  }
  const savedCommands = useSignal(commandLines(bot?.user_id)).peek()
  const commands = useSignal(savedCommands)
  const botId = async (): Promise<UserId> => {
    if (!bot)
      return (
        await api.call(createBot, {
          ...known,
          short_name: shortName.value.trim(),
          bot_type: kind.value,
          ...(isOutgoing ? { payload_url: url.value.trim(), interface_type: form.value } : {}),
        })
      ).user_id
    await api.call(updateBot, {
      bot_id: asUserId(bot.user_id),
      ...known,
      ...(owner.value === undefined || owner.value === bot.bot_owner_id ? {} : { bot_owner_id: asUserId(owner.value) }),
      ...(isOutgoing ? { service_payload_url: url.value.trim(), service_interface: form.value } : {}),
    })
    return asUserId(bot.user_id)
  }
  const run = async () => {
    // before the bot may get another owner, who then sets them
    if (bot && isOutgoing && commands.value !== savedCommands)
      await api.call(setBotCommands, { bot_id: asUserId(bot.user_id), commands: commandsIn(commands.value) ?? [] })
    const bot_id = await botId()
    if (!bot && isOutgoing && commands.value.trim() !== '')
      await api.call(setBotCommands, { bot_id, commands: commandsIn(commands.value) ?? [] })
  }
  const isWhole =
    name.value.trim() !== '' &&
    (bot || shortName.value.trim() !== '') &&
    (!isOutgoing || (url.value.trim() && commandsIn(commands.value)))
  return (
    <Form submit={bot ? t.save : t.create} isDisabled={!isWhole} close={close} run={run}>
      {bot && <Picture bot={bot} />}
      {!bot && (
        <fieldset>
          <legend>{t.kind}</legend>
          {kinds
            .filter((one) => canMakeAny || one === botTypes.incomingWebhook)
            .map((one) => (
              <label key={one} class="pick">
                <input type="radio" name="bot-kind" checked={kind.value === one} onChange={() => (kind.value = one)} />
                <span>
                  {t.kinds[one]} <span class="soft small">{t.kindHelp[one]}</span>
                </span>
              </label>
            ))}
        </fieldset>
      )}
      <label class="field">
        <span class="label">{t.name}</span>
        <input
          ref={field}
          type="text"
          dir="auto"
          maxLength={botLimits.name}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
      </label>
      {!bot && (
        <label class="field">
          <span class="label">{t.shortName}</span>
          <input
            type="text"
            autocapitalize="none"
            spellcheck={false}
            maxLength={botLimits.shortName}
            value={shortName.value}
            onInput={({ currentTarget }) => (shortName.value = currentTarget.value)}
          />
          {shortName.value.trim() !== '' && (
            <span class="soft small">
              {t.shortNameHelp(`${shortName.value.trim().toLowerCase()}-bot@${domain.value ?? ''}`)}
            </span>
          )}
        </label>
      )}
      {isOutgoing && (
        <>
          <label class="field">
            <span class="label">{t.url}</span>
            <input
              type="url"
              maxLength={botLimits.url}
              value={url.value}
              onInput={({ currentTarget }) => (url.value = currentTarget.value)}
            />
          </label>
          <PayloadFormatField format={form} />
          <CommandsField lines={commands} />
        </>
      )}
      <ChannelField
        label={t.channel}
        chosen={sends}
        help={kind.value === botTypes.incomingWebhook ? t.channelHelp : ''}
      />
      {kind.value === botTypes.generic && (
        <>
          <ChannelField label={t.eventsChannel} chosen={hears} />
          <label class="pick">
            <input
              type="checkbox"
              checked={hearsAll.value}
              onChange={({ currentTarget }) => (hearsAll.value = currentTarget.checked)}
            />
            <span>{t.allChannels}</span>
          </label>
        </>
      )}
      {bot && <OwnerField chosen={owner} />}
      {bot && owner.value !== bot.bot_owner_id && (
        <p class="soft small">
          {t.newOwner} {isOutgoing && t.newOwnerUrl}
        </p>
      )}
    </Form>
  )
}

interface ChannelFieldProps {
  readonly label: string
  readonly chosen: { value: string }
  readonly help?: string
}

const ChannelField = ({ label, chosen, help = '' }: ChannelFieldProps) => {
  const all = [...channels.value.values()].filter(({ invite_only, is_archived }) => !invite_only && !is_archived)
  const names = new Set([...all.map(({ name }) => name), ...(chosen.value ? [chosen.value] : [])])
  return (
    <label class="field">
      <span class="label">{label}</span>
      <select value={chosen.value} onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}>
        <option value="">{t.noChannel}</option>
        {[...names]
          .sort((a, b) => nameOrder.compare(a, b))
          .map((name) => (
            <option key={name} value={name}>
              #{name}
            </option>
          ))}
      </select>
      {help !== '' && <span class="soft small">{help}</span>}
    </label>
  )
}

/** The owner: the last person chosen. */
const OwnerField = ({ chosen }: { chosen: { value: number | undefined } }) => {
  const owners = {
    get value(): readonly number[] {
      return chosen.value === undefined ? [] : [chosen.value]
    },
    set value(next) {
      chosen.value = next.at(-1)
    },
  }
  const isOffered = (userId: number) => {
    const user = person(userId)
    return user !== undefined && canGiveBotTo(oneself(), user)
  }
  return <PeopleField label={t.owner} chosen={owners} isOffered={isOffered} />
}

/** Uploaded with the bot's own API key. */
const Picture = ({ bot }: { bot: User }) => (
  <div class="field">
    <PictureField
      aspect={1}
      width={pictureWidth}
      upload={async (file) => {
        const { api_key } = await api.call(getBotApiKey, { bot_id: asUserId(bot.user_id) })
        await sendFile(
          'POST',
          '/users/me/avatar',
          file,
          {},
          { email: bot.delivery_email ?? bot.email, apiKey: api_key },
        )
      }}
    >
      <Avatar key={people.value.get(bot.user_id)?.avatar_version ?? 0} userId={bot.user_id} size={48} />
    </PictureField>
  </div>
)
