import { botTypes, invalidArgument } from '#contract'
import type { Organization } from '#platform/organization'
import { checkedUrl, OutboundError } from '#platform/outbound'
import type { Viewer } from '#platform/viewer'
import { actorOf } from '../../../../people/organization/access.ts'
import { botRuleOf } from '../../../../people/users/rules.ts'
import type { Call } from '../../steps/call-input.ts'
import { checkAuthorized } from './membership.ts'
import type { StepKind } from './step-kind.ts'

const createsBots = (org: Organization, viewer: Viewer): boolean =>
  botRuleOf(botTypes.generic).allows(actorOf(org, viewer))

export const call: StepKind<Call> = {
  check({ org, viewer }, step, { at }) {
    const refuse = (name: string, reason: string) => invalidArgument({}, { name: `${at}.${name}`, reason })
    if (!createsBots(org, viewer)) throw refuse('kind', 'requires permission to create bots')
    try {
      checkedUrl(step.url)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      throw refuse('url', 'must be a web address without a user name or password')
    }
    return { step, channelsToJoin: [] }
  },
  async prepare(context) {
    return async (mutation) => {
      checkAuthorized(mutation, context, (viewer) => createsBots(mutation.org, viewer))
      return { calls: true }
    }
  },
}
