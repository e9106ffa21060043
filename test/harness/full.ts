/** Whether tests run at their full size (`FRONTDESK_FULL=1`), not with a sample. */
export const isFull = process.env.FRONTDESK_FULL === '1';
