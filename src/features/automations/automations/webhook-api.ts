import { bool, endpoint, id, int, json, text, z } from '#contract'
import {
  noSignature,
  staleSignature,
  unreadableSecret,
  wrongSignature,
} from '../../integrations/incoming-webhooks/api.ts'
import * as errors from './errors.ts'
import { maxWebhookLength, maxWebhookSecretLength } from './limits.ts'

export const getAutomationWebhook = endpoint('GET /automations/{automation_id}/webhook', {
  summary: 'Get the address of an automation with the trigger webhook',
  scope: 'admin',
  holdsSecrets: true,
  params: { automation_id: id },
  /** Contains a secret key. Null if it has to be renewed, for example after an import. */
  result: {
    url: z.string().nullable(),
    /** Whether deliveries have to be signed. */
    has_secret: bool,
  },
  errors: [errors.noSuchAutomation, errors.noWebhook],
})

/** With a secret, deliveries have to be signed with it, as in Standard Webhooks or in `X-Hub-Signature-256`. */
export const setAutomationWebhookSecret = endpoint('POST /automations/{automation_id}/webhook/secret', {
  summary: 'Set the secret that deliveries to an automation have to be signed with',
  audited: true,
  contributes: true,
  params: {
    automation_id: id,
    /** Empty to accept unsigned deliveries. It's never returned. */
    secret: text({ trim: true, max: maxWebhookSecretLength }),
  },
  errors: [errors.noSuchAutomation, errors.noWebhook, errors.cannotManageAutomations],
})

/** The previous address stops working. */
export const renewAutomationWebhook = endpoint('POST /automations/{automation_id}/webhook/renew', {
  summary: "Renew the secret key of an automation's address",
  audited: true,
  contributes: true,
  holdsSecrets: true,
  params: { automation_id: id },
  result: { url: z.string().nullable() },
  errors: [errors.noSuchAutomation, errors.noWebhook, errors.cannotManageAutomations],
})

/** The body is JSON. Its values are available as placeholders, such as `{webhook.build.status}`. */
export const postToAutomation = endpoint('POST /external/automation', {
  summary: 'Start the automation that an address belongs to',
  caller: 'anyone',
  bodyParam: 'payload',
  keepsBody: true,
  params: {
    /** The automation's secret key. */
    api_key: text({ max: 200 }),
    /** Repeating it returns the existing run. Defaults to the header `Idempotency-Key` or `webhook-id`. */
    idempotency_key: text({ min: 1, max: 100 }).optional(),
    payload: json({ maxEncoded: maxWebhookLength }),
  },
  result: { run_id: int },
  errors: [
    errors.noSuchWebhook,
    errors.tooManyRuns,
    errors.tooManyRunsInOrganization,
    noSignature,
    wrongSignature,
    staleSignature,
    unreadableSecret,
  ],
})
