import type { Area } from '#platform/serve'
import { hasDirectory } from '../organization/questions.ts'
import { passwordSource } from '../users/access/password.ts'
import { userReactivated } from '../users/actions/index.ts'
import { passwordsOfDirectories } from './actions/sign-in.ts'
import * as api from './api.ts'
import { isDirectoryOf } from './directory.ts'
import { directoriesIn } from './directory-file.ts'
import { directoriesDue, synchronisations } from './due.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

export const directoriesArea: Area = {
  name: 'directories',
  taps: [
    hasDirectory.tap((config, subdomain) =>
      directoriesIn(config).some((one) => subdomain === undefined || isDirectoryOf(one, subdomain)),
    ),
    passwordSource.tap(passwordsOfDirectories),
    // the person may have a new entry by now, which is found by address
    userReactivated.tap(async (act, { id }) => void (await store.unlink(act.tx, id))),
  ],
  api: [api],
  checkConfig: directoriesIn,
  routes,
  due: [directoriesDue],
  repeated: [synchronisations],
}
