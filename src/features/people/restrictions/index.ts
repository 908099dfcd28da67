import { contributing, type Feature, initial } from '#platform/serve'
import { profileDeleted } from '../users/actions/delete-profile.ts'
import { checkNotRestricted, restrictionsOn } from './access.ts'
import * as api from './api.ts'
import { restrictionsCache } from './cache.ts'
import { endings } from './due.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

/** What moderators keep a person from doing for a while. */
export const restrictionsFeature: Feature = {
  name: 'restrictions',
  api: [api],
  caches: [restrictionsCache],
  due: [endings],
  hookHandlers: [
    contributing.handledBy((context) => checkNotRestricted(context, { in: 'elsewhere' })),
    profileDeleted.handledBy(({ tx }, { id }) => store.forgetTexts(tx, id)),
  ],
  routes,
  state: [initial(api.ownRestrictions, (_tx, viewer, { org }) => restrictionsOn(org, viewer.id).map(store.toOwn))],
}
