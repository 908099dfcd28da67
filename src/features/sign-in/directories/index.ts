import type { Feature } from '#platform/serve'
import { hasDirectory } from '../../people/organization/extension-points.ts'
import { passwordSource } from '../../people/users/access/password.ts'
import { userReactivated } from '../../people/users/actions/index.ts'
import { passwordsOfDirectories } from './actions/sign-in.ts'
import * as api from './api.ts'
import { isDirectoryOf } from './directory.ts'
import { directoriesIn } from './directory-file.ts'
import { directoriesDue, synchronisations } from './due.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

export const directoriesFeature: Feature = {
  name: 'directories',
  hookHandlers: [
    hasDirectory.handledBy((config, subdomain) =>
      directoriesIn(config).some((one) => subdomain === undefined || isDirectoryOf(one, subdomain)),
    ),
    passwordSource.handledBy(passwordsOfDirectories),
    // the person may have a new entry by now, which is found by address
    userReactivated.handledBy(async (mutation, { id }) => void (await store.unlink(mutation.tx, id))),
  ],
  api: [api],
  checkConfig: directoriesIn,
  routes,
  due: [directoriesDue],
  repeated: [synchronisations],
}
