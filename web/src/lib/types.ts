// The API's types by their short names; they are generated from the server's own (`npm run types`).
import type { components } from "../../generated/api";

type Schemas = components["schemas"];

export type View = Schemas["View"];
export type SideView = Schemas["SideView"];
export type Choice = Schemas["Choice"];
export type TurnView = Schemas["TurnView"];
export type Scoring = Schemas["Scoring"];
export type GameState = Schemas["GameState"];
export type Terms = Schemas["Terms"];
export type NewGame = Schemas["NewGame"];
export type Me = Schemas["Me"];
export type Visit = Schemas["Visit"];
export type GameLine = Schemas["shelf_Line"];
export type Somebody = Schemas["Somebody"];
export type Profile = Schemas["Profile"];
export type Rated = Schemas["Rated"];
export type Leader = Schemas["Leader"];
export type Seek = Schemas["Seek"];
export type OwnSeek = Schemas["OwnSeek"];
export type NewSeek = Schemas["NewSeek"];
export type LobbyState = Schemas["LobbyState"];
export type RunningGame = Schemas["RunningGame"];
export type Computer = Schemas["Computer"];
export type Bot = Schemas["Bot"];
export type NewToken = Schemas["NewToken"];
export type Passkey = Schemas["Passkey"];
export type ChatLine = Schemas["Line"];
export type Conversation = Schemas["Conversation"];
export type Phrase = NonNullable<ChatLine["phrase"]>;
export type Player = Schemas["Player"];
export type Clocks = Schemas["Clocks"];
export type ToPage = Schemas["Outgoing"];
export type ToServer = Schemas["Incoming"];

export type Seat = "White" | "Black";
export const SEATS: readonly Seat[] = ["White", "Black"];

export function other(seat: Seat): Seat {
  return seat === "White" ? "Black" : "White";
}

// Learning and study
export type LessonLine = Schemas["LessonLine"];
export type LessonShown = Schemas["LessonShown"];
export type Replay = Schemas["Replay"];
export type ReplayStep = Schemas["ReplayStep"];
export type SideNow = Schemas["SideNow"];
export type Exploration = Schemas["Exploration"];
export type Progress = Schemas["Progress"];
export type Analysis = Schemas["Analysis"];
export type TurnStudy = Schemas["TurnStudy"];
export type Judgement = NonNullable<TurnStudy["judgement"]>;
export type PuzzleShown = Schemas["PuzzleShown"];
export type PuzzleVerdict = Schemas["PuzzleVerdict"];
export type PuzzleShelf = Schemas["PuzzleShelf"];
export type Solution = Schemas["Solution"];
export type Hint = Schemas["Hint"];
export type Opinion = Schemas["Opinion"];
