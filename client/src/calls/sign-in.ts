import { signInEndpoints } from '@reprise/contract/identity/sign-in';
import { type Call, defineCall } from '../define-call.ts';

/** Sign in with email and password; 401 TWO_FACTOR_REQUIRED has the token for the second factor: `POST /auth/login` */
export const login: Call<typeof signInEndpoints.login> = /* @__PURE__ */ defineCall(signInEndpoints.login);

/** Open a customer account: `POST /auth/register` */
export const register: Call<typeof signInEndpoints.register> = /* @__PURE__ */ defineCall(signInEndpoints.register);

/** Get the signed-in user: `GET /auth/me` */
export const getMe: Call<typeof signInEndpoints.getMe> = /* @__PURE__ */ defineCall(signInEndpoints.getMe);

/** End this session; also succeeds with an expired token: `POST /auth/logout` */
export const logout: Call<typeof signInEndpoints.logout> = /* @__PURE__ */ defineCall(signInEndpoints.logout);
