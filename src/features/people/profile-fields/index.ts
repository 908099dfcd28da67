import { type Feature, type HookHandler, initial } from '#platform/serve'
import { profileDeleted } from '../users/actions/delete-profile.ts'
import { profileDataGiven } from '../users/actions/index.ts'
import { changeProfile, emptyProfile } from './actions.ts'
import * as api from './api.ts'
import { profileFieldsCache } from './cache.ts'
import { fieldTypes } from './field-types.ts'
import { toWire } from './profile-field.ts'
import { routes } from './routes.ts'

const hookHandlers: readonly HookHandler[] = [
  profileDataGiven.handledBy(changeProfile),
  profileDeleted.handledBy(emptyProfile),
]

export const profileFieldsFeature: Feature = {
  name: 'profile-fields',
  hookHandlers,
  api: [api],
  caches: [profileFieldsCache],
  routes,
  state: [
    initial(api.fieldsState, (_tx, _viewer, { get }) => toWire(get(profileFieldsCache).all)),
    initial(api.fieldTypesState, () => fieldTypes),
  ],
}
