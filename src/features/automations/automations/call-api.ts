import { endpoint, id, z } from '#contract'
import * as errors from './errors.ts'

/** Null if it has to be renewed, for example after an import. */
const result = { secret: z.string().nullable() }

export const getCallSecret = endpoint('GET /automations/{automation_id}/call_secret', {
  summary: "Get the secret that an automation's calls are signed with",
  scope: 'admin',
  holdsSecrets: true,
  params: { automation_id: id },
  result,
  errors: [errors.noSuchAutomation, errors.noCalls],
})

export const renewCallSecret = endpoint('POST /automations/{automation_id}/call_secret/renew', {
  summary: "Renew the secret that an automation's calls are signed with",
  audited: true,
  contributes: true,
  holdsSecrets: true,
  params: { automation_id: id },
  result,
  errors: [errors.noSuchAutomation, errors.noCalls, errors.cannotManageAutomations],
})
