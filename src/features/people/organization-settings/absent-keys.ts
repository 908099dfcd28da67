import { type Initial, initial } from '#platform/serve'
import { absent } from './states.ts'

/** Empty values of absent features; remove a line when an area implements it. */
export const notYet: readonly Initial[] = [
  initial(absent.embeddedBots, () => []),
  initial(absent.onboardingSteps, () => []),
  initial(absent.navigationTour, () => null),
  initial(absent.stopWords, () => []),
  initial(absent.giphy, () => ''),
  initial(absent.tenor, () => ''),
  initial(absent.billing, () => ({ has_pending_sponsorship_request: false })),
]
