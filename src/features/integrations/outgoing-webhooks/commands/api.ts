import { ChannelId, endpoint, json, list, text, UserId, z } from '#contract'
import { channelArchived, noSuchChannelId } from '../../../channels/channels/errors.ts'
import { maxWrittenTopicLength } from '../../../channels/channels/limits.ts'
import { postingErrors } from '../../../messages/messages/api/send.ts'
import { ruleErrors } from '../../../messages/messages/moderation-rules/errors.ts'
import { slowMode } from '../../../messages/messages/slow-mode/errors.ts'
import { botBusy } from '../../../messages/messages/submessages/interactive-errors.ts'
import { isBuiltInCommand, isCommandName } from '../../../messages/slash-commands/command-rules.ts'
import { commandTaken } from '../../../messages/slash-commands/errors.ts'
import {
  maxCommandHintLength,
  maxCommandLength,
  maxCommandTextLength,
} from '../../../messages/slash-commands/limits.ts'
import { tooManyKept } from '../../../people/organization/totals.ts'
import { noSuchBot } from '../../../people/users/errors.ts'
import { notThatKind } from '../api.ts'
import * as errors from './errors.ts'
import { maxCommandsPerBot, maxResponseLength } from './limits.ts'

const BotCommand = z.object({
  /** Without the slash. */
  command: text({ trim: true, min: 1, max: maxCommandLength })
    .refine(
      isCommandName,
      'must start with a letter, and can only contain lowercase letters, digits, hyphens, and underscores',
    )
    .refine((name) => !isBuiltInCommand(name), 'is a built-in command'),
  /** What to enter after the command. */
  hint: text({ trim: true, max: maxCommandHintLength }).default(''),
})
export type BotCommand = z.output<typeof BotCommand>

/** Commands are unique in the organization, also among those of automations. They're part of the state `slash_commands`. */
export const setBotCommands = endpoint('PUT /bots/{bot_id}/commands', {
  summary: "Set an outgoing webhook's slash commands",
  contributes: true,
  audited: true,
  params: { bot_id: UserId, commands: list(BotCommand, { max: maxCommandsPerBot }) },
  errors: [noSuchBot, notThatKind, commandTaken, tooManyKept],
})

/** Does the same as posting a message that begins with the command, without posting one. */
export const callBotCommand = endpoint('POST /bots/{bot_id}/commands/{command}', {
  summary: "Use a bot's slash command",
  caller: 'human',
  contributes: true,
  params: {
    bot_id: UserId,
    command: text({ max: maxCommandLength }),
    /** The text after the command. */
    text: text({ trim: true, max: maxCommandTextLength }).default(''),
    stream_id: ChannelId,
    topic: text({ max: maxWrittenTopicLength }),
  },
  errors: [
    errors.noSuchCommand,
    errors.notInThisChannel,
    errors.newMembersCannotCall,
    errors.tooManyCalls,
    botBusy,
    noSuchChannelId,
    channelArchived,
    slowMode,
    ...postingErrors,
    ...ruleErrors,
  ],
})

/** The `response_url` of a command: up to 5 responses within 30 minutes, as in Slack and Mattermost. */
export const respondToCommand = endpoint('POST /external/bot_command', {
  summary: 'Respond to a slash command later',
  caller: 'anyone',
  bodyParam: 'response',
  params: {
    token: text({ max: 200 }),
    /** The same as the immediate response: `text`, and `response_type` (`in_channel` or `ephemeral`). */
    response: json({ maxEncoded: maxResponseLength }),
  },
  errors: [errors.noSuchResponse, ...postingErrors],
})
