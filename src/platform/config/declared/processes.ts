import { z } from '#contract'
import { option } from '../option.ts'
import { inSection } from '../section.ts'

export const processesOptions = inSection('processes', {
  natsUrl: option(
    z
      .string()
      .refine(
        (text) => text.split(',').every((one) => URL.canParse(one.trim()) && /^(nats|tls):\/\/./.test(one.trim())),
        {
          error: 'must be addresses like nats://HOST:4222, separated by commas',
        },
      )
      .optional(),
    'URL,…',
    'NATS servers of one cluster, used by several Loquat processes to notify each other: nats://[USER:PASSWORD@]HOST:4222 or nats://TOKEN@HOST:4222; tls:// requires TLS. If the URL contains a secret, set it in the environment. By default, processes notify each other through PostgreSQL.',
    { secret: true },
  ),
  natsSubject: option(
    z
      .string()
      .default('loquat')
      .refine((text) => /^[\w-]{1,60}(\.[\w-]{1,60}){0,5}$/.test(text), {
        error: 'must be words of letters, digits, _ and -, with dots between them',
      }),
    'SUBJECT',
    'Prefix for NATS subjects. Use a different one for each database that shares the NATS servers.',
  ),
  natsCredentialsFile: option(
    z.string().min(1).optional(),
    'FILE',
    'NATS credentials file, as written by nsc. This file and the following ones are read again for each connection.',
  ),
  natsSeedFile: option(z.string().min(1).optional(), 'FILE', 'NKey seed file for NATS, as written by nk.'),
  natsCaFile: option(
    z.string().min(1).optional(),
    'FILE',
    'CA certificates (PEM) used to verify the NATS servers. Requires TLS.',
  ),
  natsCertFile: option(
    z.string().min(1).optional(),
    'FILE',
    'Client certificate (PEM) for NATS servers that require one. Requires TLS.',
  ),
  natsKeyFile: option(z.string().min(1).optional(), 'FILE', 'Private key (PEM) of the certificate.'),
  processAddress: option(
    z
      .string()
      .refine((text) => /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(text), {
        error: 'must be an address, with or without :PORT',
      })
      .optional(),
    'ADDRESS[:PORT]',
    "Address at which other Loquat processes reach this one, to forward writes for organizations it's responsible for. Defaults to the address that PostgreSQL sees and a free port.",
  ),
})
