import { flagOf, type Option, platformOptions, sections, variableOf } from '#platform/config'
import { callOptions } from '../features/calls/calls/options.ts'
import { incomingMailOptions } from '../features/integrations/incoming-mail/options.ts'
import { outgoingWebhookOptions } from '../features/integrations/outgoing-webhooks/options.ts'
import { videoCallOptions } from '../features/integrations/video-calls/options.ts'
import { attachmentOptions } from '../features/messages/attachments/options.ts'
import { messageOptions } from '../features/messages/messages/options.ts'
import { scheduledMessageOptions } from '../features/messages/scheduled-messages/options.ts'
import { pushDeviceOptions } from '../features/notifications/push-devices/options.ts'
import { auditLogOptions } from '../features/people/audit-log/options.ts'
import { organizationOptions } from '../features/people/organization/options.ts'
import { organizationSettingsOptions } from '../features/people/organization-settings/options.ts'
import { directoryOptions } from '../features/sign-in/directories/options.ts'
import { signInOptions } from '../features/sign-in/sign-in/options.ts'

/** All server options, in the order of the documentation: the platform's, then each feature's. */
export const options = {
  ...platformOptions,
  ...organizationOptions.declared,
  ...auditLogOptions.declared,
  ...signInOptions.declared,
  ...directoryOptions.declared,
  ...attachmentOptions.declared,
  ...messageOptions.declared,
  ...scheduledMessageOptions.declared,
  ...incomingMailOptions.declared,
  ...pushDeviceOptions.declared,
  ...outgoingWebhookOptions.declared,
  ...organizationSettingsOptions.declared,
  ...videoCallOptions.declared,
  ...callOptions.declared,
}
export const sectionTitles = sections
export type OptionName = keyof typeof options

/** Their texts for `--help` and the documentation. */
export const optionTexts = Object.entries<Option>(options).map(
  ([name, { schema, value, doc, section, secret, reloadable, inFile, repeats }]) => ({
    name,
    flag: flagOf(name),
    variable: variableOf(name),
    value,
    fallback: schema.safeParse(undefined).data,
    doc,
    section,
    secret,
    reloadable,
    inFile,
    repeats,
  }),
)
