import { bool, type KeyState, state, z } from '#contract'
import { type Initial, initial } from '#platform/serve'

const nothing = <V>(key: KeyState<V>, value: V): Initial => initial(key, () => value)
const list = (key: string, fetch?: string) => nothing(state(key, z.array(z.unknown()), fetch), [])

/**
 * Parts of register that clients expect and that no area provides: there is none of these things, and an empty value
 * says so. The area that brings one of them takes its line away.
 */
export const notYet: readonly Initial[] = [
  list('realm_embedded_bots'),
  list('onboarding_steps'),
  nothing(state('navigation_tour_video_url', z.string().nullable(), 'onboarding_steps'), null),
  list('stop_words'),
  nothing(state('giphy_api_key', z.string(), 'giphy'), ''),
  nothing(state('tenor_api_key', z.string(), 'tenor'), ''),
  nothing(state('realm_billing', z.object({ has_pending_sponsorship_request: bool })), {
    has_pending_sponsorship_request: false,
  }),
]
