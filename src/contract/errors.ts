/** Every kind of refusal by the service, with its status. The only list of them. */
export const errorStatus = {
  malformed_json: 400,
  malformed_request: 400,
  bad_query: 400,
  unauthorized: 401,
  forbidden: 403,
  agent_token_required: 403,
  inbox_limit_reached: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_key_reused: 409,
  request_in_progress: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  validation_failed: 422,
  rate_limited: 429,
  head_too_large: 431,
  internal: 500,
  not_implemented: 501,
  unavailable: 503,
} as const;

/** The code of a refusal. */
export type ErrorCode = keyof typeof errorStatus;

/**
 * One field at fault. `path` is dotted (`emails.0.email`), empty for the body as a whole; a query's path is in the form
 * of a query (`before[created_at]`).
 */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** The body of every error answer. `message` is a sentence for a person. */
export interface ErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly details?: readonly ErrorDetail[] };
}

/** The detail of an `unauthorized` that says that the agent is disabled, and not only its token of no use. */
export const disabledDetail: ErrorDetail = { path: 'agent', message: 'is disabled' };
