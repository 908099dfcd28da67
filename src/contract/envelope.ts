/** How every answer to a request that succeeded begins; its fields follow. */
export const envelopeBegins = '{"result":"success","msg":""'
