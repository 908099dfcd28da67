import { z } from 'zod'

// the policy of the page allows no code that is made at run time; to be imported before any schema is made
z.config({ jitless: true })
