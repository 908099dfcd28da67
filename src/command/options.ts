import { flagOf, type Option, platformOptions, variableOf } from '#platform/config'
import { attachmentOptions } from '../areas/attachments/options.ts'
import { auditLogOptions } from '../areas/audit-log/options.ts'
import { directoryOptions } from '../areas/directories/options.ts'
import { incomingMailOptions } from '../areas/incoming-mail/options.ts'
import { messageOptions } from '../areas/messages/options.ts'
import { organizationOptions } from '../areas/organization/options.ts'
import { organizationSettingsOptions } from '../areas/organization-settings/options.ts'
import { outgoingWebhookOptions } from '../areas/outgoing-webhooks/options.ts'
import { pushDeviceOptions } from '../areas/push-devices/options.ts'
import { scheduledMessageOptions } from '../areas/scheduled-messages/options.ts'
import { signInOptions } from '../areas/sign-in/options.ts'
import { videoCallOptions } from '../areas/video-calls/options.ts'

/** Every option of the server, in the order of the documentation: those of the platform, then each area's. */
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
}
export type OptionName = keyof typeof options

/** What help texts and the documentation say of each. */
export const optionTexts = Object.entries<Option>(options).map(([name, { schema, value, doc }]) => ({
  name,
  flag: flagOf(name),
  variable: variableOf(name),
  value,
  fallback: schema.safeParse(undefined).data,
  doc,
}))
