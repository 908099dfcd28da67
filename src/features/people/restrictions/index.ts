import { contributing, type Feature, initial } from '#platform/serve'
import { botOwnerChanged } from '../users/actions/bots.ts'
import { profileDeleted } from '../users/actions/delete-profile.ts'
import { checkNotRestricted, restrictionsOn } from './access.ts'
import { announceOwn, forgetTexts } from './actions.ts'
import * as api from './api.ts'
import { restrictionsCache } from './cache.ts'
import { endings } from './due.ts'
import * as lockdownApi from './lockdown/api.ts'
import { lockdownCache } from './lockdown/cache.ts'
import { lockdownEndings } from './lockdown/due.ts'
import { lockdownRoutes } from './lockdown/routes.ts'
import { serializeLockdown } from './lockdown/serialize.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

/** Restrictions that moderators place on accounts, and lockdowns. */
export const restrictionsFeature: Feature = {
  name: 'restrictions',
  api: [api, lockdownApi],
  caches: [restrictionsCache, lockdownCache],
  due: [endings, lockdownEndings],
  hookHandlers: [
    contributing.handledBy((context) => checkNotRestricted(context, { in: 'elsewhere' })),
    profileDeleted.handledBy(forgetTexts),
    botOwnerChanged.handledBy((mutation, bot) => announceOwn(mutation, [bot])),
  ],
  routes: [...routes, ...lockdownRoutes],
  state: [
    initial(api.ownRestrictions, (_tx, viewer, { org }) => restrictionsOn(org, viewer.id).map(store.toOwn)),
    initial(lockdownApi.lockdownState, (_tx, _viewer, { org }) => serializeLockdown(org)),
  ],
}
