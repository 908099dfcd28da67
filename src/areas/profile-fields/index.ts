import { type Area, initial, type Tap } from '#platform/serve'
import { profileDeleted } from '../users/actions/delete-profile.ts'
import { profileDataGiven } from '../users/actions/index.ts'
import { changeProfile, emptyProfile } from './actions.ts'
import * as api from './api.ts'
import { fieldTypes } from './field-types.ts'
import { profileFieldsMirror } from './mirror.ts'
import { toWire } from './profile-field.ts'
import { routes } from './routes.ts'

const taps: readonly Tap[] = [profileDataGiven.tap(changeProfile), profileDeleted.tap(emptyProfile)]

export const profileFieldsArea: Area = {
  name: 'profile-fields',
  taps,
  api: [api],
  mirrors: [profileFieldsMirror],
  routes,
  state: [
    initial(api.fieldsState, (_tx, _viewer, { get }) => toWire(get(profileFieldsMirror).all)),
    initial(api.fieldTypesState, () => fieldTypes),
  ],
}
