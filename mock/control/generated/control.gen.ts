// Generated from the contract by `npm run generate`; edit mock/control/**/*.yaml instead.
import type { OperationRow } from '#openapi'

export interface paths {
  '/_mock/health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * See whether the mock is ready
     * @description Answers as soon as the mock listens. Needs no key in any case.
     */
    get: operations['getHealth']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/_mock/openapi.json': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read the contract of the service
     * @description The OpenAPI document that the mock serves.
     */
    get: operations['getServiceDocument']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/_mock/control.json': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read the document of this API
     * @description The OpenAPI document of everything below `/_mock`.
     */
    get: operations['getControlDocument']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/_mock/reference': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the reference of the service
     * @description One page that loads nothing from elsewhere.
     */
    get: operations['showReference']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/_mock/reference/control': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Show the reference of this API
     * @description One page that loads nothing from elsewhere.
     */
    get: operations['showControlReference']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    /** @description The body of every refusal, in the shape that the service's own refusals have by default. */
    Error: {
      error: {
        /**
         * @description The family of the refusal.
         * @enum {string}
         */
        type:
          | 'validation_failed'
          | 'authentication_failed'
          | 'permission_denied'
          | 'not_found'
          | 'conflict'
          | 'payment_required'
          | 'rate_limited'
          | 'internal'
        /** @description The exact reason, such as `workspace_not_found`. */
        code: string
        /** @description What was wrong and what to do. */
        message: string
        /** @description The first field that it is about, such as `body.by`. */
        param: string | null
        /** @description Every field that did not fit. */
        issues: components['schemas']['Issue'][]
      }
    }
    Health: {
      /** @constant */
      status: 'ok'
      /** @description How many there are now. */
      workspaces: number
    }
    Issue: {
      /** @enum {string} */
      in: 'body' | 'query' | 'path' | 'header'
      field: string
      message: string
      expected: string
      /** @description The value that came, or null when none did. */
      received: unknown
    }
  }
  responses: {
    /** @description An OpenAPI 3.1 document. */
    Document: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': {
          [key: string]: unknown
        }
      }
    }
    /** @description The mock was started with `--control-key`, and the header `X-Mock-Control-Key` does not have it. */
    KeyNeeded: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description A page of HTML. */
    Page: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'text/html': string
      }
    }
  }
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  getHealth: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description It is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Health']
        }
      }
    }
  }
  getServiceDocument: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: components['responses']['Document']
      401: components['responses']['KeyNeeded']
    }
  }
  getControlDocument: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: components['responses']['Document']
      401: components['responses']['KeyNeeded']
    }
  }
  showReference: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: components['responses']['Page']
      401: components['responses']['KeyNeeded']
    }
  }
  showControlReference: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: components['responses']['Page']
      401: components['responses']['KeyNeeded']
    }
  }
}

export const controlOperations = {
  getHealth: {
    id: 'getHealth',
    method: 'GET',
    path: '/_mock/health',
    tag: 'about',
    summary: 'See whether the mock is ready',
    scopes: [[], []],
    roleRule: null,
    rateLimit: null,
    deprecated: false,
    successStatus: 200,
    statuses: [200],
    replies: { '200': ['application/json'] },
    pathParams: [],
    queryParams: [],
    headerParams: [],
    requestBody: null,
    streams: false,
    gaps: [],
  },
  getServiceDocument: {
    id: 'getServiceDocument',
    method: 'GET',
    path: '/_mock/openapi.json',
    tag: 'about',
    summary: 'Read the contract of the service',
    scopes: [[], []],
    roleRule: null,
    rateLimit: null,
    deprecated: false,
    successStatus: 200,
    statuses: [200, 401],
    replies: { '200': ['application/json'], '401': ['application/json'] },
    pathParams: [],
    queryParams: [],
    headerParams: [],
    requestBody: null,
    streams: false,
    gaps: [],
  },
  getControlDocument: {
    id: 'getControlDocument',
    method: 'GET',
    path: '/_mock/control.json',
    tag: 'about',
    summary: 'Read the document of this API',
    scopes: [[], []],
    roleRule: null,
    rateLimit: null,
    deprecated: false,
    successStatus: 200,
    statuses: [200, 401],
    replies: { '200': ['application/json'], '401': ['application/json'] },
    pathParams: [],
    queryParams: [],
    headerParams: [],
    requestBody: null,
    streams: false,
    gaps: [],
  },
  showReference: {
    id: 'showReference',
    method: 'GET',
    path: '/_mock/reference',
    tag: 'about',
    summary: 'Show the reference of the service',
    scopes: [[], []],
    roleRule: null,
    rateLimit: null,
    deprecated: false,
    successStatus: 200,
    statuses: [200, 401],
    replies: { '200': ['text/html'], '401': ['application/json'] },
    pathParams: [],
    queryParams: [],
    headerParams: [],
    requestBody: null,
    streams: false,
    gaps: [],
  },
  showControlReference: {
    id: 'showControlReference',
    method: 'GET',
    path: '/_mock/reference/control',
    tag: 'about',
    summary: 'Show the reference of this API',
    scopes: [[], []],
    roleRule: null,
    rateLimit: null,
    deprecated: false,
    successStatus: 200,
    statuses: [200, 401],
    replies: { '200': ['text/html'], '401': ['application/json'] },
    pathParams: [],
    queryParams: [],
    headerParams: [],
    requestBody: null,
    streams: false,
    gaps: [],
  },
} as const satisfies { [Id in keyof operations]: OperationRow<Id> }
