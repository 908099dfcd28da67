import { type Initial, initial } from '#platform/serve'
import { absent } from './states.ts'

/** An empty value says that there is none; the area that brings one of these things takes its line away. */
export const notYet: readonly Initial[] = [
  initial(absent.embeddedBots, () => []),
  initial(absent.onboardingSteps, () => []),
  initial(absent.navigationTour, () => null),
  initial(absent.stopWords, () => []),
  initial(absent.giphy, () => ''),
  initial(absent.tenor, () => ''),
  initial(absent.billing, () => ({ has_pending_sponsorship_request: false })),
]
